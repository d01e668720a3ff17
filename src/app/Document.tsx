import type { ReactNode } from 'react'
import type { Theme } from '../contract/theme.ts'
import { type PageState, STATE_ID } from './pageState.ts'
import { themeColorMedia } from './theme.ts'

/** What of the built explorer a page needs: the script that starts it, what that will ask for, the styles. */
export type Assets = { script: string; preloads: string[]; styles: string }

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
      </head>
      <body>
        <div id="root">{children}</div>
        <script
          id={STATE_ID}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot leave its element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replace(/</g, '\\u003c') }}
        />
        {/* After the content: to ask for them first would delay what is read first. As text, because
            React would put these links into the head. */}
        <div
          hidden
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the names of our own files.
          dangerouslySetInnerHTML={{
            __html: assets.preloads
              .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
              .concat('<link rel="stylesheet" href="/print.css" media="print">')
              .join(''),
          }}
        />
        <script type="module" fetchPriority="low" src={assets.script} />
      </body>
    </html>
  )
}
