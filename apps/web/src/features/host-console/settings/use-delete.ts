/** Erases the account. Unlike other changes it asks for nothing again afterwards: nobody is signed in any more. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/call.ts';
import { LEAVING } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';

export function useDelete(erase: () => Promise<void>, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: erase,
    onMutate: () => {
      queryClient.setQueryData(LEAVING, true);
    },
    onSuccess: onDone,
    onError: (error) => {
      queryClient.setQueryData(LEAVING, false);
      toast({
        title: m.console_deletion_failed(),
        description: sentenceOf(error, m.console_error_text()),
        tone: 'danger',
      });
    },
  });
}
