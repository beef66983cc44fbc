/** Above the table: selects everyone who is shown, says how many are selected, and what can be done for all of them. */
import { useRef } from 'react';
import { Printer, Tags } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { counted } from '../../counted.ts';
import { SelectBox, type Ticked } from './select-box.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  onGroups: () => void;
  onPrint: () => void;
}

export function SelectionBar({ selection, onGroups, onPrint }: SelectionBarProps) {
  const selectShown = useRef<HTMLLabelElement>(null);
  const { shown, selectedShown } = selection;
  const selected = selection.people.length;
  const hidden = selected - selectedShown;
  const areAll = shown > 0 && selectedShown === shown;
  return (
    <>
      <SelectBox
        ref={selectShown}
        label={m.people_select_shown()}
        isLabelShown
        ticked={tickedFor(areAll, selectedShown)}
        onChange={() => selection.setShown(!areAll)}
      />
      <p role="status" className="sr-only">
        {selected === 0 ? '' : counted(m.people_selected, selected)}
      </p>
      {selected > 0 && (
        <>
          <p aria-hidden className="tabular-nums">
            <strong>{counted(m.people_selected, selected)}</strong>
            {hidden > 0 && (
              <span className="text-ink-soft">
                {' '}
                {m.people_selected_hidden({ count: hidden.toLocaleString() })}
              </span>
            )}
          </p>
          <span className="flex flex-wrap gap-2">
            <Button variant="ink" aria-haspopup="dialog" onClick={onGroups}>
              <Tags aria-hidden className="size-5" />
              {m.people_groups_button()}
            </Button>
            <Button variant="quiet" aria-haspopup="dialog" onClick={onPrint}>
              <Printer aria-hidden className="size-5" />
              {m.people_print_button()}
            </Button>
            <Button
              variant="plain"
              onClick={() => {
                // This button goes with the selection.
                selectShown.current?.control?.focus();
                selection.clear();
              }}
            >
              {m.people_select_none()}
            </Button>
          </span>
        </>
      )}
    </>
  );
}

function tickedFor(areAll: boolean, selectedShown: number): Ticked {
  if (areAll) return true;
  return selectedShown > 0 ? 'mixed' : false;
}
