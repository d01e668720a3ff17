/** A theme that the reader chose instead of the system's. */
export type Theme = 'light' | 'dark'

/**
 * The theme in a `Cookie` header or in `document.cookie`. It is stored in a cookie so that the service
 * can render pages in it; public/themeBeforePaint.js reads it on pages that are not server-rendered.
 */
export function themeIn(cookies: string): Theme | undefined {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies) ?? []
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** A cookie that stores the theme for a year; undefined deletes it. */
export function themeCookie(theme: Theme | undefined): string {
  return `theme=${theme ?? ''}; Path=/; Max-Age=${theme === undefined ? 0 : YEAR}; SameSite=Lax`
}

const YEAR = 31_536_000
