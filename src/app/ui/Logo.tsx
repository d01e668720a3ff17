/** The logo, three stacked stones. Shown beside the name of the site. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7">
      <rect width="32" height="32" rx="7" fill="#23211d" />
      <ellipse cx="16" cy="8.6" rx="4.4" ry="3.1" fill="#b8cc6e" />
      <ellipse cx="16" cy="15.7" rx="7" ry="3.7" fill="#d6d1c6" />
      <ellipse cx="16" cy="24" rx="10.4" ry="4.4" fill="#a29c8f" />
    </svg>
  )
}
