/** Saves a raffle's settings, prizes and draws as a template (R80). */
import type { HostRaffle, RaffleTemplate } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { TEMPLATES } from '../../../api/workspaces/workspaces.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { TemplateNameForm, useNamedChange, useTemplateForm } from './template-form.tsx';

export function SaveTemplateDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useTemplateForm(raffle.title);
  const save = useNamedChange(form, {
    act: (body) => call<RaffleTemplate>('POST', `/api/raffles/${raffle.id}/template`, body),
    failed: m.copies_template_failed(),
    onDone: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: TEMPLATES });
      toast({
        title: m.copies_template_saved(),
        description: m.copies_template_saved_text({ name }),
        tone: 'good',
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onFocusFirst={() => form.setFocus('name', { shouldSelect: true })}
      title={m.copies_template_title()}
      description={m.copies_template_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            form="save-template"
            pending={save.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.copies_template_save()}
          </Button>
        </div>
      }
    >
      <TemplateNameForm id="save-template" form={form} onSubmit={(body) => save.mutate(body)} />
    </Dialog>
  );
}
