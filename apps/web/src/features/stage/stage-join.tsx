/** How to join, in letters for the last row: QR code, address, the code in the hall, the passphrase (R44, H11). */
import type { PublicRaffle, StageInfo } from '@glassdrum/contract';
import { lazy, Suspense } from 'react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { plate } from './stage-frame.tsx';

const StageHallCode = lazy(async () => ({ default: (await import('./stage-hall-code.tsx')).StageHallCode }));

interface HowToJoinProps {
  raffle: PublicRaffle;
  info: StageInfo;
  stageKey: string;
  /** The server's clock. */
  now: () => number;
  isOverlay: boolean;
  /** Something else stands below it. */
  isSmall?: boolean;
}

export function HowToJoin({ raffle, info, stageKey, now, isOverlay, isSmall = false }: HowToJoinProps) {
  const asksCode = raffle.join_checks.hall_code;
  const { public_url: link, join_code_url: short } = info;
  if (link === null) {
    return (
      <p className={classNames('max-w-[30vw] self-center text-center text-[4.5vh]', plate(isOverlay))}>
        {m.stage_private()}
      </p>
    );
  }
  return (
    <aside
      className={classNames(
        'flex shrink-0 flex-col items-center justify-center text-center',
        isOverlay
          ? plate(true)
          : classNames(
              'rounded-[3vh] bg-card px-[2vw] py-[2vh] shadow-card portrait:w-full',
              isSmall ? 'w-full' : 'w-[42vw]',
            ),
      )}
    >
      {!isOverlay && (
        <p className={classNames('font-display font-bold', isSmall ? 'text-[3.4vh]' : 'text-[5vh]')}>
          {m.stage_scan()}
        </p>
      )}
      <QrImage
        text={link}
        label={m.stage_qr_label()}
        className={
          isOverlay
            ? 'h-[24vh]'
            : classNames(
                'mt-[1vh] border border-line',
                isSmall ? 'h-[26vh] portrait:h-[16vh]' : 'portrait:h-[min(30vh,80vw)]',
                !isSmall && (asksCode ? 'h-[40vh]' : 'h-[52vh]'),
              )
        }
      />
      <p
        className={classNames(
          'text-ink-soft',
          isOverlay || isSmall ? 'text-[2.4vh]' : 'mt-[1.4vh] text-[3.4vh]',
        )}
      >
        {m.stage_or()}
      </p>
      <p
        className={classNames(
          'max-w-full font-display leading-tight font-extrabold wrap-anywhere',
          addressSize(addressOf(short ?? link), isOverlay || isSmall),
        )}
      >
        {addressOf(short ?? link)}
      </p>
      {asksCode && (
        <Suspense>
          <StageHallCode raffleId={raffle.id} stageKey={stageKey} now={now} isOverlay={isOverlay} />
        </Suspense>
      )}
      {raffle.requires_passphrase && (
        <p className={classNames('text-ink-soft', isOverlay ? 'text-[2.2vh]' : 'mt-[1vh] text-[2.8vh]')}>
          {m.stage_passphrase()}
        </p>
      )}
    </aside>
  );
}

/** As people type it. */
function addressOf(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}

/** On one line as long as that can be read. */
function addressSize(address: string, isSmall: boolean): string {
  if (isSmall)
    return address.length <= 26 ? 'text-[min(3.2vh,1.9vw)] portrait:text-[min(3.2vh,5vw)]' : 'text-[2.4vh]';
  return address.length <= 26
    ? 'text-[min(5.4vh,2.7vw)] whitespace-nowrap portrait:text-[min(5.4vh,5.6vw)]'
    : 'text-[min(4vh,2.2vw)] portrait:text-[min(4vh,4.6vw)]';
}
