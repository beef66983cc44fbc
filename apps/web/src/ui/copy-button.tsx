/** Copies a text and says for two seconds that it did. */
import { useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button-look.ts';
import { copyText } from './copy-text.ts';
import { toast } from './toast.tsx';

const CONFIRMED_MS = 2000;

interface CopyButtonProps {
  /** The text, or how to make it when it is long. */
  text: string | (() => string);
  /** Visible label, and the accessible name unless `name` is given. */
  label: string;
  copiedLabel?: string;
  /** Says what is copied where several such buttons stand together; contains the label. */
  name?: string;
  variant?: ButtonVariant;
  className?: string;
  onCopied?: () => void;
}

export function CopyButton({
  text,
  label,
  copiedLabel,
  name,
  variant = 'quiet',
  className,
  onCopied,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    if (await copyText(typeof text === 'string' ? text : text())) {
      setCopied(true);
      onCopied?.();
    } else {
      toast({ title: m.common_copy_failed(), description: m.common_copy_failed_hint(), tone: 'danger' });
    }
  };

  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-label={name}
        onClick={() => {
          void copy();
        }}
      >
        <Icon aria-hidden className="size-4.5 shrink-0" />
        {copied ? (copiedLabel ?? m.common_copied()) : label}
      </Button>
      <span role="status" className="sr-only">
        {copied ? (copiedLabel ?? m.common_copied()) : ''}
      </span>
    </>
  );
}
