/** The ways to look at a whole list of activity, beside reading it page by page. */
export const VIEWS = ['records', 'net', 'check', 'picture', 'take'] as const
export type View = (typeof VIEWS)[number]

export function isView(text: string): text is View {
  return VIEWS.some((view) => view === text)
}
