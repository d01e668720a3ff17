import { announce } from '../ui/announcer.tsx'

/** Fetches the help, which few readers open, and shows it. */
export async function openHelp(): Promise<void> {
  try {
    const { showHelp } = await import('./Help.tsx')
    showHelp()
  } catch {
    // No connection, and the device does not keep it yet.
    announce('The help could not be fetched')
  }
}
