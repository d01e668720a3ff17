/** A theme that a reader may choose instead of the system's. */
export type Theme = 'light' | 'dark'

/**
 * The theme in a list of cookies, as requests and documents hold them. It is stored in a cookie because
 * the service has to know it before it sends a page; public/theme.js reads it where none is sent.
 */
export function themeIn(cookies: string): Theme | undefined {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies) ?? []
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** The cookie that keeps a theme for a year; undefined forgets it. */
export function themeCookie(theme: Theme | undefined): string {
  return `theme=${theme ?? ''}; Path=/; Max-Age=${theme === undefined ? 0 : YEAR}; SameSite=Lax`
}

const YEAR = 31_536_000
