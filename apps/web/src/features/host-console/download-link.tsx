/** A file that the server makes for the host (R55): a plain link, so that the browser saves it while it comes. */
import { Download } from 'lucide-react';
import { buttonLook } from '../../ui/button-look.ts';

interface DownloadLinkProps {
  /** A GET of this origin that answers with a file. */
  href: string;
  label: string;
  /** Says what is saved where several such links stand together; contains the label. */
  name?: string;
}

export function DownloadLink({ href, label, name }: DownloadLinkProps) {
  return (
    <a href={href} download aria-label={name} className={buttonLook('quiet')}>
      <Download aria-hidden className="size-4.5 shrink-0" />
      {label}
    </a>
  );
}
