/** Who gave a prize: a small, honest line, with the link that the host entered. */
import type { ShownPrize } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

/** Nothing for a prize without a sponsor. */
export function Sponsor({ prize }: { prize: Pick<ShownPrize, 'sponsor_name' | 'sponsor_url'> }) {
  const { sponsor_name: name, sponsor_url: url } = prize;
  if (name === null && url === null) return null;
  const text = m.prizes_sponsor({ name: name ?? (url ?? '').replace('https://', '') });
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      {url === null ? (
        text
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {text}
        </a>
      )}
    </p>
  );
}
