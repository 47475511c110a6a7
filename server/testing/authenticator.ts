/**
 * An authenticator without hardware: makes one passkey by ES256 and signs with it, rightly or with what a test bends.
 * For tests only.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const map = value as ReadonlyMap<number | string, Cbor>
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

export interface Bent {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly challenge?: string
  readonly signature?: Buffer
}

export function softwareAuthenticator(origin: string, rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let counter = 0
  let handle = ''

  const cose = () =>
    cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )

  const flagsOf = ({ isVerified = true }: Bent, more = 0) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more
  const dataOf = (bent: Bent, flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(bent.counter ?? counter)
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    )

  return {
    /** The server's record of the passkey, without a registration. */
    storedFor(userHandle: string) {
      handle = userHandle
      return { credentialId, publicKey: cose().toString('base64url'), counter: 0, transports: ['internal'] }
    },

    /** The answer to the options of a registration. */
    create({ challenge, user }: { challenge: string; user: { id: string } }, bent: Bent = {}) {
      handle = user.id
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose()])
      const authData = dataOf(bent, flagsOf(bent, HAS_CREDENTIAL), credential)
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, bent).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response }
    },

    /** The answer to the options of a sign-in. */
    get({ challenge }: { challenge: string }, bent: Bent = {}) {
      counter += 1
      const [authenticatorData, client] = [dataOf(bent, flagsOf(bent)), clientData('webauthn.get', challenge, bent)]
      const signature = bent.signature ?? sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: bent.userHandle ?? handle,
      }
      return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
