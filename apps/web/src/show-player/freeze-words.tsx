/**
 * The freeze words, for reading aloud and comparing (R92): the same six on every screen that has the same frozen list. The
 * list they are taken from has 13 kB and is loaded only where words are shown.
 */
import { useEffect, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

type ToWords = (freezeHash: string) => string[];

const RETRY_MS = 3000;
let loaded: ToWords | null = null;

/** Fetches the list, so that the words are there at once when they are needed. @throws Error without a network */
export async function loadFreezeWords(): Promise<ToWords> {
  loaded ??= (await import('@glassdrum/fair-draw/freeze-words')).freezeWords;
  return loaded;
}

/** @param hash 64 hex @returns null until the list is there, and for a text that is no hash */
export function useFreezeWords(hash: string): readonly string[] | null {
  const [toWords, setToWords] = useState<ToWords | null>(() => loaded);
  useEffect(() => {
    if (toWords !== null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      loadFreezeWords().then(
        (ready) => {
          if (!isOver) setToWords(() => ready);
        },
        () => {
          if (!isOver) timer = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [toWords]);
  return toWords === null || !/^[0-9a-f]{64}$/.test(hash) ? null : toWords(hash);
}

interface FreezeWordsProps {
  /** 64 hex. */
  hash: string;
  /** `line`: beside other things; `plain`: the words alone, as a value; `large`: below the winners. */
  size?: 'line' | 'plain' | 'large';
  className?: string;
}

export function FreezeWords({ hash, size = 'large', className }: FreezeWordsProps) {
  const words = useFreezeWords(hash);
  const isLarge = size === 'large';
  return (
    <p
      data-freeze-words={words === null ? 'loading' : 'shown'}
      title={m.draw_freeze_hint()}
      className={classNames(size !== 'plain' && 'text-center text-balance', className)}
    >
      {size !== 'plain' && (
        <span className={classNames('text-ink-soft', isLarge ? 'mb-1 block text-sm' : 'max-lg:sr-only')}>
          {m.draw_freeze_words()}{' '}
        </span>
      )}
      <span
        className={classNames(
          'font-display font-bold',
          isLarge && 'text-xl leading-snug sm:text-2xl',
          words === null && 'text-ink-soft',
        )}
      >
        {words === null ? m.draw_freeze_loading() : words.join(' ')}
      </span>
    </p>
  );
}
