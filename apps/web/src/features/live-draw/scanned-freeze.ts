/** What the stage's QR code puts behind a draw's address: the whole freeze hash (R92). */
import { useEffect, useState } from 'react';

const FRAGMENT = /^#freeze=([0-9a-f]{64})$/;

/** @param fragment of an address, with its `#` @returns null where none was scanned */
function scannedFreeze(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null;
}

/** The scanned hash, also when it is scanned while the page is open; and what takes it away again. */
export function useScannedFreeze(): [scanned: string | null, forget: () => void] {
  const [scanned, setScanned] = useState<string | null>(null);
  useEffect(() => {
    const onChange = (): void => setScanned(scannedFreeze(window.location.hash));
    onChange();
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  const forget = (): void => {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
    setScanned(null);
  };
  return [scanned, forget];
}
