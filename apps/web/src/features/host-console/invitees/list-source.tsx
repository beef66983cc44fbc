/** Where a list comes in: typed or pasted lines, or a file that is dropped on them. */
import { type DragEvent, type ReactNode, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Field, TextArea } from '../../../ui/field.tsx';

interface FileDropProps {
  onFile: (file: File) => void;
  /** @param isOver a file is held above it */
  children: (isOver: boolean) => ReactNode;
}

export function FileDrop({ onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer.files[0];
    setOver(false);
    // A dropped piece of text still goes where it was dropped.
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <div
      className="grid gap-3"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children(isOver)}
    </div>
  );
}

interface ListTextProps {
  label: string;
  hint: string;
  example: string;
  text: string;
  onText: (text: string) => void;
  /** A file is held above it. */
  isOver: boolean;
}

export function ListText({ label, hint, example, text, onText, isOver }: ListTextProps) {
  return (
    <Field label={label} hint={hint}>
      <TextArea
        rows={6}
        spellCheck={false}
        autoComplete="off"
        placeholder={example}
        className={classNames('min-h-36 font-mono text-sm', isOver && 'border-brand bg-brand-soft')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
  );
}
