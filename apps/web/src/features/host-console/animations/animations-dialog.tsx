/** Test Animation Styles: five cards to try and to choose from, tips, and the rehearsal of a whole draw. */
import { useState } from 'react';
import type { AnimationStyle } from '@glassdrum/contract';
import { Check, Clapperboard, Play } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { AnimationPreview } from './animation-preview.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { STYLES } from './style-texts.ts';

interface AnimationsDialogProps {
  selected: AnimationStyle;
  /** For the rehearsal. */
  winners: number;
  onSelect: (style: AnimationStyle) => void;
  /** What a selection is for. */
  effect: string;
  onClose: () => void;
}

export function AnimationsDialog({ selected, winners, effect, onSelect, onClose }: AnimationsDialogProps) {
  const [tested, setTested] = useState<AnimationStyle | null>(null);
  const [rehearsing, setRehearsing] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_animations_title()}
      description={m.console_animations_text()}
    >
      <p role="note" className="mb-4 rounded-2xl bg-sunken px-4 py-3">
        {effect}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {STYLES.map(({ style, name, text }) => {
          const isSelected = style === selected;
          return (
            <li
              key={style}
              className={classNames(
                'grid content-between gap-3 rounded-2xl border p-4',
                isSelected ? 'border-brand bg-brand-soft' : 'border-line',
              )}
            >
              <div>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h3 className="text-lg">{name()}</h3>
                  {isSelected && (
                    <Badge tone="brand">
                      <Check aria-hidden className="size-4" />
                      {m.console_currently_selected()}
                    </Badge>
                  )}
                </div>
                <p className="mt-1 text-ink-soft">{text()}</p>
              </div>
              <div className="grid grid-cols-2 gap-2">
                <Button
                  variant="quiet"
                  aria-label={m.console_test_style({ style: name() })}
                  onClick={() => setTested(style)}
                >
                  <Play aria-hidden className="size-4.5" />
                  {m.console_test()}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={m.console_select_style({ style: name() })}
                  aria-pressed={isSelected}
                  onClick={() => onSelect(style)}
                >
                  {m.console_select()}
                </Button>
              </div>
            </li>
          );
        })}
        <li className="grid content-between gap-3 rounded-2xl border-2 border-dashed border-line-strong p-4">
          <div>
            <h3 className="text-lg">{m.console_rehearsal()}</h3>
            <p className="mt-1 text-ink-soft">{m.console_rehearsal_text()}</p>
          </div>
          <Button variant="quiet" onClick={() => setRehearsing(true)}>
            <Clapperboard aria-hidden className="size-5" />
            {m.console_rehearse()}
          </Button>
        </li>
      </ul>
      <section className="mt-6 rounded-2xl bg-sunken p-4">
        <h3 className="text-lg">{m.console_tips()}</h3>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
          <li>{m.console_tip_length()}</li>
          <li>{m.console_tip_traditional()}</li>
          <li>{m.console_tip_tech()}</li>
          <li>{m.console_tip_celebration()}</li>
        </ul>
      </section>
      {tested !== null && <AnimationPreview style={tested} onClose={() => setTested(null)} />}
      {rehearsing && <Rehearsal style={selected} winners={winners} onClose={() => setRehearsing(false)} />}
    </Dialog>
  );
}
