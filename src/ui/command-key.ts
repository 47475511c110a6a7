/** Apple's keyboards have the Command key where others have Control. */
export const hasCommandKey = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
