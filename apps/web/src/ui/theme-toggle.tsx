/** Light or dark, remembered under the key raffle-theme; /theme.js applies it before the first paint. */
import { useState } from 'react';
import { Moon, Sun } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { useOnDevice } from './on-device.ts';

const KEY = 'raffle-theme';

export function ThemeToggle() {
  const stored = useOnDevice(() => document.documentElement.classList.contains('dark'), false);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const dark = chosen ?? stored;
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label={dark ? m.common_theme_to_light() : m.common_theme_to_dark()}
      onClick={() => {
        document.documentElement.classList.toggle('dark', !dark);
        colourBrowser();
        try {
          localStorage.setItem(KEY, dark ? 'light' : 'dark');
        } catch {
          // Storage is blocked: the choice lasts as long as the page.
        }
        setChosen(!dark);
      }}
      className="grid size-11 place-items-center rounded-xl text-ink hover:bg-sunken"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** The browser's own bars take the colour of the page. */
function colourBrowser(): void {
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}
