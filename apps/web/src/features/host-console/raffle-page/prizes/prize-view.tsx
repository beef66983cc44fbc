/** The prizes of a raffle whose draw has started: they can only be looked at. */
import type { HostPrize, HostPrizes, HostRaffle } from '@glassdrum/contract';
import { Lock } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { claimWithinText } from '../../../../ui/claim-texts.ts';
import { Sponsor } from '../../../../participation/raffle/sponsor.tsx';
import { rafflePhase } from '../../host-actions.ts';
import { groupsText, prizeLabel, totalsText } from './prize-texts.ts';
import { totalsOf } from './prizes-form.ts';

interface PrizeViewProps {
  raffle: HostRaffle;
  list: HostPrizes;
}

export function PrizeView({ raffle, list }: PrizeViewProps) {
  return (
    <div className="grid gap-4">
      <p role="note" className="flex gap-3 rounded-xl bg-info-soft px-4 py-3 text-info">
        <Lock aria-hidden className="mt-0.5 size-5 shrink-0" />
        {whyFixed(raffle)}
      </p>
      <p className="font-semibold">{totalsText(totalsOf(list.prizes))}</p>
      <p className="text-ink-soft">
        {list.policy === 'once' ? m.raffle_prizes_policy_once_hint() : m.raffle_prizes_policy_again_hint()}{' '}
        {list.reveal_order === 'list'
          ? m.raffle_prizes_order_list_hint()
          : m.raffle_prizes_order_grand_hint()}
      </p>
      <ol className="grid gap-3">
        {list.prizes.map((prize, index) => (
          <li
            key={prize.id}
            className="flex gap-4 rounded-2xl border border-line bg-card p-4 [contain-intrinsic-height:auto_6rem] [content-visibility:auto]"
          >
            <FixedPrize prize={prize} number={index + 1} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function whyFixed(raffle: HostRaffle): string {
  if (raffle.cleaned_at !== null) return m.raffle_prizes_fixed_erased();
  return rafflePhase(raffle) === 'drawn' ? m.raffle_prizes_fixed_drawn() : m.raffle_prizes_fixed_drawing();
}

function FixedPrize({ prize, number }: { prize: HostPrize; number: number }) {
  const { name, quantity, description, image_url: image, groups, claim_window: claimWindow } = prize;
  return (
    <>
      {image !== null && (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-20 shrink-0 rounded-xl object-cover"
        />
      )}
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <span className="tabular-nums text-ink-soft">{number}.</span>{' '}
          {m.raffle_prizes_times({ quantity: quantity.toLocaleString(), name: prizeLabel(name, number) })}
        </p>
        {description !== '' && <p className="wrap-anywhere text-ink-soft">{description}</p>}
        <Sponsor prize={prize} />
        {groups.length > 0 && (
          <p className="text-sm text-ink-soft">
            {m.raffle_prizes_for_groups({ groups: groupsText(groups) })}
          </p>
        )}
        {claimWindow !== null && <p className="text-sm text-ink-soft">{claimWithinText(claimWindow)}</p>}
      </div>
    </>
  );
}
