import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content codings (RFC 9110). */
export type Coding = 'br' | 'gzip' | 'identity'
export type Bytes = Uint8Array<ArrayBuffer>

/** The best coding that an `Accept-Encoding` accepts. */
export function negotiateCoding(acceptEncoding: string): Coding {
  if (ACCEPTS.br.test(acceptEncoding)) return 'br'
  return ACCEPTS.gzip.test(acceptEncoding) ? 'gzip' : 'identity'
}

// A coding with `q=0` is refused.
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
    // As fast as gzip, with a sixth fewer bytes.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // A window of 256 kB. The default one takes 4 MB of memory for each response.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}

const COMPRESS: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  br: async (bytes) => new Uint8Array(await compressBrotli(bytes, BROTLI)),
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes)),
  identity: async (bytes) => bytes,
}
