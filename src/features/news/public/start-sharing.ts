const copiedMs = 2_000
/** What the button says, but for that time. */
export const copyLabel = 'Copy Link'

/**
 * Has the Share button open its dialog, whose links share the page's URL and whose button copies it, with React and
 * without, unless that is done already.
 * @param share an element with `data-share`
 */
export function startSharing(share: HTMLElement) {
  const dialog = share.querySelector('dialog')
  if (!dialog || share.dataset.isStarted) return
  share.dataset.isStarted = 'true'
  const address = location.origin + location.pathname
  let isPressedOutside = false
  let timer = 0

  async function copy(label: Element) {
    try {
      await navigator.clipboard.writeText(address)
      label.textContent = 'Link Copied!'
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        label.textContent = copyLabel
      }, copiedMs)
    } catch (error) {
      console.error('The link could not be copied', error)
    }
  }

  for (const link of dialog.querySelectorAll('a')) link.href += encodeURIComponent(address)
  // Only the backdrop is the dialog itself. A text that is selected beyond its edge is pressed within it.
  share.addEventListener('pointerdown', ({ target }) => {
    isPressedOutside = target === dialog
  })
  share.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    const label = button?.querySelector('[aria-live]')
    if (button?.parentElement === share) dialog.showModal()
    else if (label) void copy(label)
    else if (target === dialog && isPressedOutside) dialog.close()
  })
}
