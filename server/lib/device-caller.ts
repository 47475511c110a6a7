/** Whose key a message of a device came with. */
export interface DeviceCaller {
  readonly key: number
  readonly client: number
  /** 0 = the key is valid for all devices of the client. */
  readonly footscan: number
  /** The signing secret of its vendor; null = unsigned. */
  readonly signingSecret: () => string | null
}
