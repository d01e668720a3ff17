// Before the first paint: the theme that the reader chose. Pages that the service renders come with it.
;(() => {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
  if (theme) document.documentElement.dataset.theme = theme
})()
