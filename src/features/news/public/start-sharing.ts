const copiedMs = 2_000

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

  async function copy(label: Element) {
    const text = label.textContent
    try {
      await navigator.clipboard.writeText(address)
      label.textContent = 'Link Copied!'
      setTimeout(() => {
        label.textContent = text
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
