/** Thrown numbers on pages that most often show draws without any: as text until the dice are fetched, or where they can't be. */
import { lazy, Suspense } from 'react';

const DiceRow = lazy(() =>
  import('./die-face.tsx').then(
    ({ DiceRow: dice }) => ({ default: dice }),
    () => ({ default: PlainNumbers }),
  ),
);

function PlainNumbers({ text, className }: { text: string; className?: string }) {
  return <p className={className}>{text}</p>;
}

export function DiceLater(props: { text: string; className: string }) {
  return (
    <Suspense fallback={<PlainNumbers {...props} />}>
      <DiceRow {...props} />
    </Suspense>
  );
}
