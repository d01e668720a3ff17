// Applies the reader's theme before the first paint. Server-rendered pages already have it.
;(() => {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
  if (theme) document.documentElement.dataset.theme = theme
})()
