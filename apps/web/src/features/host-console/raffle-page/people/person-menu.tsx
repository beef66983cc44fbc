/** The steps for one person, behind one button in the row. */
import {
  Ban,
  Copy,
  Eraser,
  EyeOff,
  Link2,
  type LucideIcon,
  Mail,
  QrCode,
  Trash2,
  Undo2,
  UserCheck,
} from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { CardMenu } from '../../cards/card-menu.tsx';
import type { PersonStep } from './person-steps.ts';

const ITEMS: Record<PersonStep, { label: () => string; icon: LucideIcon; tone?: 'danger' }> = {
  check_in: { label: m.people_check_in, icon: UserCheck },
  undo_check_in: { label: m.people_check_in_undo, icon: Undo2 },
  copy_link: { label: m.console_copy_link, icon: Copy },
  show_qr: { label: m.console_qr, icon: QrCode },
  send: { label: m.console_mail_send_one, icon: Mail },
  send_again: { label: m.console_mail_send_again, icon: Mail },
  reissue: { label: m.console_reissue, icon: Link2 },
  revoke: { label: m.console_revoke, icon: Ban, tone: 'danger' },
  lower_name: { label: m.console_names_lower, icon: EyeOff },
  remove: { label: m.console_remove, icon: Trash2, tone: 'danger' },
  erase: { label: m.console_erase_person, icon: Eraser, tone: 'danger' },
};

interface PersonMenuProps {
  name: string;
  steps: readonly PersonStep[];
  onStep: (step: PersonStep) => void;
}

export function PersonMenu({ name, steps, onStep }: PersonMenuProps) {
  if (steps.length === 0) return null;
  return (
    <CardMenu
      title={name}
      variant="plain"
      items={steps.map((step) => {
        const { label, icon: Icon, tone } = ITEMS[step];
        return {
          label: label(),
          icon: <Icon aria-hidden className="size-5" />,
          tone,
          onSelect: () => onStep(step),
        };
      })}
    />
  );
}
