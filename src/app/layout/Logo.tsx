export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className="text-mark-0 shrink-0"
    >
      <rect width="24" height="24" rx="6" fill="currentColor" opacity="0.16" />
      <ellipse cx="12" cy="19" rx="7.5" ry="1.9" fill="currentColor" />
      <ellipse cx="11.6" cy="15" rx="5.6" ry="1.7" fill="currentColor" opacity="0.85" />
      <ellipse cx="12.6" cy="11.3" rx="4.2" ry="1.6" fill="currentColor" opacity="0.72" />
      <ellipse cx="12" cy="7.2" rx="2.6" ry="2" fill="currentColor" opacity="0.6" />
    </svg>
  )
}
