/** The product's sign: a glass drum with two paper tickets in it. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <circle cx="16" cy="16" r="13.5" className="fill-card stroke-ink" strokeWidth="2.5" />
      <rect
        x="8.5"
        y="14.5"
        width="11"
        height="7.5"
        rx="1.2"
        className="fill-brand"
        transform="rotate(-18 14 18)"
      />
      <rect
        x="14"
        y="9.5"
        width="9.5"
        height="6.5"
        rx="1.2"
        className="fill-ink"
        transform="rotate(24 19 13)"
      />
    </svg>
  );
}
