import type { ReactNode } from 'react'
import type { Theme } from '../contract/theme.ts'
import { type PageState, STATE_ID } from './pageState.ts'
import { themeColorMedia } from './theme.ts'

/** What every page needs of the built explorer: its script, what that imports, and the styles. */
export type Assets = { script: string; imports: string[]; styles: string }

type Props = {
  assets: Assets
  state: PageState
  /** The one that the reader chose. */
  theme: Theme | undefined
  children: ReactNode
}

/** The document around a page that the service renders. The build for other hosts has index.html. */
export function Document({ assets, state, theme, children }: Props) {
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet. */}
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
        <meta
          name="theme-color"
          id="light-color"
          content="#ffffff"
          media={themeColorMedia('light', theme)}
        />
        <meta
          name="theme-color"
          id="dark-color"
          content="#1e1d1a"
          media={themeColorMedia('dark', theme)}
        />
        {assets.imports.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <div id="root">{children}</div>
        <script
          id={STATE_ID}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot leave its element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replace(/</g, '\\u003c') }}
        />
      </body>
    </html>
  )
}
