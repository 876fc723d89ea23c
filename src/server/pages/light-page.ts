/** What no browser shows. */
const unread = / (?:data-discover="true"|decoding="async"|dateTime="[^"]*")/g

/** Utilities for transitions, and of the look under a mouse. */
const forMice = /(?<=[" ])(?:[a-z-]+:)*(?:transition|duration|hover:)[^ "]*(?: |(?="))/g
const withoutMice = (classes: string) => classes.replaceAll(forMice, '')

/**
 * The page for who saves data: in the fallback of its font (`theme.css`), with plain grounds for ornaments, without the
 * drawings of other files, transitions, the look under a mouse, and what only search engines, networks and an installed
 * page read, and fetching nothing ahead. React keeps what it finds of these.
 */
export const lightened = (html: string) =>
  html
    .replace(/<link [^>]*as="font"[^>]*>/, '')
    .replace(
      /<script (?:nonce="[^"]*" )?type="(?:speculationrules|application\/ld\+json)">.*?<\/script>/gs,
      '',
    )
    .replace(
      /<meta (?:property="(?:og|article):|name="(?:twitter:|author"|description"|theme-color"))[^>]*>/g,
      '',
    )
    .replace(/<link rel="(?:alternate|canonical|manifest|apple-touch-icon)"[^>]*>/g, '')
    // Browsers that don't draw the other icon ask for this one by themselves.
    .replace('<link rel="icon" href="/favicon.ico" sizes="32x32"/>', '')
    .replace(' type="image/svg+xml"', '')
    .replace(
      /<pattern id="([^"]*)" [^>]*><rect [^>]*(class="[^"]*")\/>(?:<path [^>]*>)*<\/pattern><svg .*?<\/svg>/g,
      '<rect id="$1" width="100%" height="100%" $2/>',
    )
    .replace(/(<defs><g id="[^"]*">)<path d="M-1 0.*?<\/svg>/g, '$1</g></defs></svg>')
    .replace(/(class="fill-accent-soft"\/>)<g .*?<\/svg>/g, '$1</svg>')
    .replaceAll(/<use href="\/assets\/[^"]*"/g, '<use')
    // In tags alone: the text of an article may have such words, too.
    .replaceAll(/<\w[^<>]*>/g, (tag) =>
      tag.replaceAll(unread, '').replace(/ class="[^"]*"/, withoutMice),
    )
    // The smallest of a thumbnail's.
    .replaceAll(/srcSet="(\S+) [^"]*" sizes="\d\dpx"/g, 'srcSet="$1"')
    // Nearly all browsers know the format of the source before it.
    .replaceAll(/(<img [^>]*) srcSet="[^"]*"/g, '$1')
    // The map comes when it is asked for.
    .replace(' data-hydrates="near" data-map=""', '')
    .replace('<html ', '<html data-saves ')
