/** The final confirmation before everything of the host is erased (R54): the phrase, letter for letter. */
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../../api/call.ts';
import { CURRENT_USER } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDelete } from './use-delete.ts';

/** Not translated: it is what has to be typed. */
const PHRASE = 'DELETE ALL';
const AWAY_AFTER_MS = 1000;

export function DeleteAllDialog({ onClose }: { onClose: () => void }) {
  const [deleted, setDeleted] = useState(false);
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!deleted) return;
    const timer = setTimeout(() => {
      navigate('/');
      queryClient.clear();
      queryClient.setQueryData(CURRENT_USER, null);
    }, AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [deleted, navigate, queryClient]);
  const remove = useDelete(
    () => call('DELETE', '/api/settings/delete-all'),
    () => {
      toast({ title: m.console_all_deleted(), description: m.console_all_deleted_text() });
      setDeleted(true);
    },
  );
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_delete_all_title()}
      description={<p>{m.console_delete_all_text()}</p>}
      confirmLabel={m.console_delete_all_confirm()}
      phrase={PHRASE}
      confirmDisabled={deleted}
      pending={remove.isPending}
      pendingLabel={m.console_deleting()}
      tone="danger"
      onConfirm={() => remove.mutate()}
    />
  );
}
