/** A caller of the matrix. For tests only. */
/**
 * `campaignAdmin`: an administrator who was given campaignManager, which the others lack. `out`: no session. `expired`:
 * the password is. `unconfirmed`: an administrator who has not shown it for a while. `page`: an external page, for a
 * person who may more than it and less. `demo`: a demo account with every flag; `demoAdmin`: one that is an
 * administrator. `screen`: its dashboard asks every source; `screenOfOthers`: its dashboard asks none.
 * `tokenReads` and `tokenWrites`: API tokens of a person with every flag. The others are
 * those of the table that are let in.
 */
export type Kind =
  | 'out'
  | 'expired'
  | 'plain'
  | 'compare'
  | 'hours'
  | 'admin'
  | 'unconfirmed'
  | 'schedule'
  | 'status'
  | 'alerts'
  | 'uploads'
  | 'campaigns'
  | 'campaignAdmin'
  | 'transport'
  | 'tendency'
  | 'device'
  | 'page'
  | 'demo'
  | 'demoAdmin'
  | 'screen'
  | 'screenOfOthers'
  | 'tokenReads'
  | 'tokenWrites'

export interface Subject {
  readonly name: string
  readonly kind: Kind
  /** The token it sends; undefined = none. */
  readonly token: string | undefined
  /** 0 = anonymous. */
  readonly userId: number
  /** The dashboards of a screen. */
  readonly dashboard?: string
  /** A caller of the same kind that may be used up: other account, other session. */
  readonly twin: () => Promise<{ token: string | undefined; userId: number }>
}
