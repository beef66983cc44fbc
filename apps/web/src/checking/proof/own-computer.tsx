/** R95: a page served by the server that it checks could always say "verified". One file, kept and opened elsewhere, cannot. */
import { HardDriveDownload } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';

/** Made by build/offline-verifier.ts. */
const FILE = '/glassdrum-verifier.html';

/** @param heading its level below the page's own */
export function OwnComputer({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <section className="rounded-2xl border border-line px-4 py-4 print:hidden sm:px-5">
      <Heading className="text-lg">{m.checking_own_computer()}</Heading>
      <p className="mt-1 text-ink-soft">{m.checking_own_computer_text()}</p>
      <a href={FILE} download className={buttonLook('quiet', 'mt-3')}>
        <HardDriveDownload aria-hidden className="size-5" />
        {m.checking_own_computer_download()}
      </a>
    </section>
  );
}
