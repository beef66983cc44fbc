/** Recovery codes, shown this once. */
import { useEffect, useRef } from 'react';
import { Download } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { downloadFile } from '../../../ui/download.ts';

interface RecoveryCodeListProps {
  codes: readonly string[];
  onDone: () => void;
}

export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What the reader is here for; the form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {m.accounts_recovery_title()}
      </h3>
      <p>{m.accounts_recovery_text()}</p>
      <ul className="grid gap-2 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={m.accounts_recovery_copy()} />
        <Button
          variant="quiet"
          onClick={() => downloadFile(m.accounts_recovery_file(), new Blob([text], { type: 'text/plain' }))}
        >
          <Download aria-hidden className="size-4.5" />
          {m.accounts_recovery_download()}
        </Button>
      </div>
      <Button onClick={onDone}>{m.accounts_recovery_done()}</Button>
    </div>
  );
}
