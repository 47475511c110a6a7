/** The address as it is when it leads to the web by http or https; otherwise empty, which is no link. */
export function webAddress(address: string): string {
  if (!/^https?:\/\//i.test(address)) return ''
  return URL.canParse(address) ? address : ''
}
