/**
 * The pictures of the README on the details page, which loads them only from `https:`, not from the package: from the repository
 * if its address is known, at the tag of the version, else none. The walkthrough has the same pictures, packed once.
 */
export function withPictures(text, { version, repository }) {
  const picture = /^(!\[[^\]]*\]\()(walkthrough\/[^)]*)(\))\n\n/gm;
  const url = repository?.url.replace(/^git\+|\.git$/g, "");
  if (url === undefined) return text.replace(picture, "");
  const { directory } = repository;
  return text.replace(picture, `$1${url}/raw/v${version}/${directory}/$2$3\n\n`);
}
