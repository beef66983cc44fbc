/** Paper is printed light, whatever the theme on the screen. */
import { useEffect } from 'react';

export function useLightPrint(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    let wasDark = false;
    const before = (): void => {
      wasDark = classList.contains('dark');
      classList.remove('dark');
    };
    const after = (): void => {
      if (wasDark) classList.add('dark');
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
