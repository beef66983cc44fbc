/** R73: the question before a prize is claimed, and the call. */
import type { OwnClaim, OwnClaimBody, OwnClaimsAnswer } from '@glassdrum/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { prizeOf } from './own-claim-texts.ts';
import { ownClaimsKey } from './use-own-claims.ts';

export interface OwnPrizeDialogProps {
  raffleId: string;
  claim: OwnClaim;
  /** The raffle's prizes have names. */
  isNamed: boolean;
  onClose: () => void;
}

/** Claims or declines one's own prize. @param path of the call */
export function useOwnPrizeChange(
  { raffleId, claim, onClose }: OwnPrizeDialogProps,
  { path, done, failed }: { path: string; done: string; failed: string },
) {
  const queries = useQueryClient();
  const { draw_id, prize, entry_number } = claim;
  return useMutation<OwnClaimsAnswer, CallFailed>({
    // Without network that is said at once: nothing goes out later, when the prize may have moved on.
    networkMode: 'always',
    mutationFn: () =>
      call<OwnClaimsAnswer>('POST', `/api/raffles/${raffleId}/${path}`, {
        draw_id,
        prize,
        entry_number,
      } satisfies OwnClaimBody),
    onSuccess(answer) {
      queries.setQueryData(ownClaimsKey(raffleId), answer);
      toast({ title: done, tone: 'good' });
      onClose();
    },
    onError(failure) {
      // The prize may have moved on meanwhile.
      void queries.invalidateQueries({ queryKey: ownClaimsKey(raffleId) });
      toast({ title: failed, description: failure.message, tone: 'danger' });
      onClose();
    },
  });
}

export function ClaimDialog(props: OwnPrizeDialogProps) {
  const { claim, isNamed, onClose } = props;
  const prize = prizeOf(claim, isNamed);
  const claiming = useOwnPrizeChange(props, {
    path: 'me/claims',
    done: m.claims_claimed_toast(),
    failed: m.claims_claim_failed(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={prize === null ? m.claims_claim_title_place() : m.claims_claim_title({ prize })}
      description={<p>{m.claims_claim_text()}</p>}
      confirmLabel={m.claims_claim_confirm()}
      pending={claiming.isPending}
      onConfirm={() => claiming.mutate()}
    />
  );
}
