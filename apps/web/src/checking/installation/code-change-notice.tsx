/**
 * R95: says calmly that the code of this site is another one than when the visitor joined, and offers the proof for checking
 * elsewhere. Two look: this page, with what it stored at joining, and the service worker, which may still be the earlier code.
 */
import { FileCode2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { readEntriesOf } from '../../storage/evidence-store.ts';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { siteBuildHash } from './site-build.ts';

interface CodeChangeNoticeProps {
  raffleId: string;
  /** There is a proof to download. */
  isDrawn: boolean;
}

/** In place of the hash where the present list can't be read. */
const UNKNOWN = 'unknown';

/** Nothing where nothing changed, or where the visitor has read it. */
export function CodeChangeNotice({ raffleId, isDrawn }: CodeChangeNoticeProps) {
  const [isChanged, setChanged] = useState(false);
  const seenKey = `code-seen:${raffleId}`;
  useEffect(() => {
    let isGone = false;
    const show = (build: string): void => {
      if (!isGone && readStored(seenKey) !== build) setChanged(true);
    };
    void codeChange(raffleId).then((build) => {
      if (build !== null) show(build);
    });
    const stopListening = onWorkerNotice(() => void siteBuildHash().then((build) => show(build ?? UNKNOWN)));
    return () => {
      isGone = true;
      stopListening();
    };
  }, [raffleId, seenKey]);
  if (!isChanged) return null;
  const dismiss = async (): Promise<void> => {
    setChanged(false);
    writeStored(seenKey, (await siteBuildHash()) ?? UNKNOWN);
  };
  return (
    <section
      role="status"
      data-code-change
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-2xl bg-info-soft px-4 py-3 text-left print:hidden"
    >
      <FileCode2 aria-hidden className="mt-0.5 size-5 text-info" />
      <div className="min-w-0">
        <h2 className="font-semibold text-info">{m.code_changed_title()}</h2>
        <p className="mt-0.5 text-sm leading-snug">{m.code_changed_text()}</p>
        <p className="mt-2 flex flex-wrap gap-2">
          {isDrawn && (
            <a href={`/api/raffles/${raffleId}/proof`} download className={buttonLook('quiet')}>
              {m.code_changed_proof()}
            </a>
          )}
          <Button variant="plain" onClick={() => void dismiss()}>
            {m.code_changed_ok()}
          </Button>
        </p>
      </div>
    </section>
  );
}

/** The present build where it is another one than at joining; else null. */
async function codeChange(raffleId: string): Promise<string | null> {
  const entries = await readEntriesOf(raffleId);
  const joined = entries.find(({ build }) => build !== null)?.build ?? null;
  if (joined === null) return null;
  const present = await siteBuildHash();
  return present === null || present === joined ? null : present;
}

function onWorkerNotice(told: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'code-changed') told();
  };
  serviceWorker.addEventListener('message', onMessage);
  serviceWorker.startMessages();
  return () => serviceWorker.removeEventListener('message', onMessage);
}
