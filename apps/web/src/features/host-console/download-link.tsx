/** A file that the server makes for the host (R55): a plain link, so that the browser saves it while it comes. */
import { useRef } from 'react';
import { Download } from 'lucide-react';
import { call, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { toast } from '../../ui/toast.tsx';

interface DownloadLinkProps {
  /** A GET of this origin that answers with a file. */
  href: string;
  label: string;
  /** The server gives it only after a fresh sign-in (C14), which is asked for first where it is needed. */
  needsFreshSignIn?: boolean;
  /** Says what is saved where several such links stand together; contains the label. */
  name?: string;
}

export function DownloadLink({ href, label, name, needsFreshSignIn = false }: DownloadLinkProps) {
  const isFresh = useRef(false);

  const check = async (link: HTMLAnchorElement): Promise<void> => {
    try {
      await call('GET', '/api/auth/fresh');
      isFresh.current = true;
      link.click();
    } catch (failure) {
      const description = sentenceOf(failure, m.console_error_text());
      toast({ title: m.console_error(), description, tone: 'danger' });
    } finally {
      isFresh.current = false;
    }
  };

  return (
    <a
      href={href}
      download
      aria-label={name}
      className={buttonLook('quiet')}
      onClick={(event) => {
        if (!needsFreshSignIn || isFresh.current) return;
        event.preventDefault();
        void check(event.currentTarget);
      }}
    >
      <Download aria-hidden className="size-4.5 shrink-0" />
      {label}
    </a>
  );
}
