/** How many times longer this machine needs at the moment than the one that budgets in milliseconds are for; at least 1. */
export function slowness(): number;
