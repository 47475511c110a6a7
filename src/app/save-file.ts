/** Hands a file to the reader. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun once the click is handled; the address may go with the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
