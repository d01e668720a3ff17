import type { ReactNode } from 'react'
import { definePage } from '../../definePage.tsx'
import { SettingsForm } from '../../layout/SettingsForm.tsx'
import { MAX_RESPONSE_AGE_SECONDS, MAX_RESPONSES } from '../../offline/retention.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { favourites, visits } from '../../search/savedLinks.ts'
import { chooseTheme } from '../../theme.ts'
import { useAgreedImageHosts } from '../../ui/allowedImageHosts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Count } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { toast } from '../../ui/toast.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: () => undefined,
  loader: () => HEAD,
  Component: SettingsPage,
})

const HEAD: Head = {
  title: 'Settings',
  description: 'How Cairn looks in this browser, its keyboard shortcuts, and what it stores.',
  path: '/settings',
}

function SettingsPage() {
  return (
    <>
      <PageHead {...HEAD} />
      <PageHeader title="Settings" />
      <noscript>
        <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          Settings need JavaScript.
        </p>
      </noscript>
      <div className="mt-4 grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <Section title="Display">
            <div className="panel p-4">
              <SettingsForm />
            </div>
          </Section>
          <Section title="Stored data">
            <StoredData />
          </Section>
        </div>
        <Section title="Keyboard shortcuts">
          <DataTable
            caption="Keyboard shortcuts"
            rows={SHORTCUTS}
            keyOf={({ meaning }) => meaning}
            columns={[
              {
                heading: 'Key',
                area: 'aside',
                label: '',
                className: 'w-28',
                cell: ({ keys }) =>
                  keys.map((key) => (
                    <kbd
                      key={key}
                      className="me-1 inline-block min-w-7 rounded-sm border border-line bg-ground px-1.5 text-center text-xs leading-5"
                    >
                      {key}
                    </kbd>
                  )),
              },
              {
                heading: 'What it does',
                area: 'name',
                className: 'whitespace-normal!',
                cell: ({ meaning }) => meaning,
              },
            ]}
          />
        </Section>
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Those of `useKeyboardShortcuts`, of elements that name their key in `aria-keyshortcuts`, and of the search box. */
const SHORTCUTS = [
  { keys: ['/'], meaning: 'Go to the search box' },
  { keys: ['↑', '↓'], meaning: 'Choose a suggestion of the search box' },
  { keys: ['Esc'], meaning: 'Close the suggestions, a popover or the details of a row' },
  { keys: ['[', ']'], meaning: 'Previous and next page of a list' },
  { keys: ['←', '→'], meaning: 'Previous and next block, transaction or rune' },
  { keys: ['j', 'k'], meaning: 'Next and previous row, with the details open' },
  { keys: ['?'], meaning: 'Open this page' },
]

const DAY_SECONDS = 24 * 60 * 60

function StoredData() {
  const hosts = useAgreedImageHosts()
  return (
    <div className="panel p-4 text-sm">
      <p className="text-muted">
        This browser stores the following. Only the theme, a cookie, is ever sent to this site.
      </p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>
          <Count name="settings.favourites" value={favourites.use().length} one="favourite" /> and{' '}
          <Count name="settings.visits" value={visits.use().length} one="recent page" />
        </li>
        {hosts.length > 0 && (
          <li>
            <Count name="settings.hosts" value={hosts.length} one="host" /> whose images you agreed
            to load
          </li>
        )}
        <li>your settings</li>
        <li>
          for reading offline, the files of Cairn and the last {MAX_RESPONSES} responses, for{' '}
          {MAX_RESPONSE_AGE_SECONDS / DAY_SECONDS} days
        </li>
      </ul>
      <div className="mt-4 needs-scripts">
        <Popover className="button" label="Delete everything" title="Delete everything stored?">
          <p className="text-sm text-muted">Favourites and settings cannot be brought back.</p>
          <button
            type="button"
            onClick={() => deleteStoredData().catch(() => toast('Not deleted'))}
            className="button mt-3 border-burn text-burn"
          >
            Delete
          </button>
        </Popover>
      </div>
    </div>
  )
}

async function deleteStoredData(): Promise<void> {
  // Without HTTPS, browsers have neither workers nor caches.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  const names = (await globalThis.caches?.keys()) ?? []
  await Promise.all(names.map((name) => caches.delete(name)))
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  chooseTheme(undefined)
  localStorage.clear()
  sessionStorage.clear()
  location.reload()
}
