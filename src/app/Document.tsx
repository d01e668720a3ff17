import type { ReactNode } from 'react'
import { type PageState, STATE_ID, serialisePageState } from './pageState.ts'
import { themeColorMedia } from './theme.ts'
import type { Theme } from './themeCookie.ts'

/** The built files that pages load. */
export type Assets = {
  script: string
  styles: string
  fonts: string[]
  /** The modules that a page needs besides the script, by the id of its route. */
  modulesOf: (page: string) => string[]
}

type Props = {
  assets: Assets
  page: string
  state: PageState
  theme: Theme | undefined
  children: ReactNode
}

/** The HTML document of a server-rendered page. Builds for static hosts use index.html. */
export function Document({ assets, page, state, theme, children }: Props) {
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the styles come from our own build. */}
        <style dangerouslySetInnerHTML={{ __html: assets.styles }} />
        <link rel="stylesheet" href="/print.css" media="print" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="Cairn"
          href="/opensearch.xml"
        />
        {(['light', 'dark'] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            id={`${scheme}-color`}
            content={scheme === 'light' ? '#ffffff' : '#171916'}
            media={themeColorMedia(scheme, theme)}
          />
        ))}
        {assets.fonts.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {assets.modulesOf(page).map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <div id="root">{children}</div>
        <script
          id={STATE_ID}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: it escapes every < in the JSON.
          dangerouslySetInnerHTML={{ __html: serialisePageState(state) }}
        />
      </body>
    </html>
  )
}
