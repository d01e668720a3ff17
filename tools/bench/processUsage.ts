import { readFileSync } from 'node:fs'

/** The resident memory of a process now, in megabytes. NaN where the system does not tell (it is not Linux). */
export const residentMegabytes = (pid: number) => readStatus(pid, 'VmRSS')

/** The most that it has been since the process started. */
export const peakMegabytes = (pid: number) => readStatus(pid, 'VmHWM')

function readStatus(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
    return Math.round((Number(kilobytes) * 1024) / 1e6)
  } catch {
    return Number.NaN
  }
}

/** The CPU time of all threads of a process. Linux counts in hundredths of a second. */
export function cpuMilliseconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}
