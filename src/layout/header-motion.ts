/** Moves the header's content up by half of the height that the header loses, without a layout shift. */
export const risesInHeader = 'transition-[translate] duration-500 in-data-scrolled:-translate-y-2'
