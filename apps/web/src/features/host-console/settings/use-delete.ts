/** Erases the account. Unlike other changes it asks for nothing again afterwards: nobody is signed in any more. */
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';

export function useDelete(erase: () => Promise<void>, onDone: () => void) {
  return useMutation({
    mutationFn: erase,
    onSuccess: onDone,
    onError: (error) => {
      toast({
        title: m.console_deletion_failed(),
        description: sentenceOf(error, m.console_error_text()),
        tone: 'danger',
      });
    },
  });
}
