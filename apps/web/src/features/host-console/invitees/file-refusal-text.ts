/** Why a file of people was not taken, in words. */
import { m } from '../../../messages/generated/messages.js';
import type { FileRefusal } from './invitee-worker-protocol.ts';

export function fileRefusalText(refusal: FileRefusal): string {
  switch (refusal) {
    case 'unreadable':
      return m.console_file_unreadable();
    case 'too_big':
      return m.console_file_too_big();
    case 'empty':
      return m.console_file_empty();
    case 'old_excel':
      return m.console_file_old_excel();
  }
}
