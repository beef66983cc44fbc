/** Saves what this device stored about a draw as a file (R88), without the secret parts of its keys. */
import { Download } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { downloadJson } from '../../ui/download.ts';
import { toast } from '../../ui/toast.tsx';

interface EvidenceExportButtonProps {
  drawId: string;
  variant?: ButtonProps['variant'];
}

export function EvidenceExportButton({ drawId, variant = 'quiet' }: EvidenceExportButtonProps) {
  const save = async (): Promise<void> => {
    const { evidenceFile } = await import('./evidence-file.ts');
    const file = await evidenceFile(drawId, Date.now());
    if (file === null) toast({ title: m.seal_export_nothing() });
    else downloadJson(`glassdrum-evidence-${drawId}.json`, file);
  };
  return (
    <Button variant={variant} onClick={() => void save()}>
      <Download aria-hidden className="size-4.5" />
      {m.seal_export()}
    </Button>
  );
}
