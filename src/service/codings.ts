import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How the bytes of an answer are written (RFC 9110, content codings). */
export type Coding = 'br' | 'gzip' | 'identity'
export type Bytes = Uint8Array<ArrayBuffer>

/** The best coding that an `Accept-Encoding` takes. */
export function codingFor(accepted: string): Coding {
  if (ACCEPTS.br.test(accepted)) return 'br'
  return ACCEPTS.gzip.test(accepted) ? 'gzip' : 'identity'
}

/** A coding with `q=0` is refused by its name. */
const ACCEPTS = {
  br: /(^|[\s,])br(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

export function compress(bytes: Bytes, coding: Coding): Promise<Bytes> {
  return COMPRESS[coding](bytes)
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]

const BROTLI = {
  params: {
    // The quality at which it costs what gzip costs, and saves a sixth of the bytes.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // A window of 256 kB: the usual one takes 4 MB for each answer that is being compressed.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}

const COMPRESS: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  br: async (bytes) => new Uint8Array(await compressBrotli(bytes, BROTLI)),
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes)),
  identity: async (bytes) => bytes,
}
