import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

/**
 * Returns the value of `flash` from the last time the URL had any of the parameters in `names`, or else from the first
 * render. Removes these parameters from the URL.
 */
export const useFlashParams = <A>(flash: A, names: readonly string[]): A => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const address = search.toString();
  const [last, setLast] = useState({ flash, address });
  const named = names.some((name) => search.has(name));
  // The parameters can also appear while the page is open, such as from a dialog over it.
  if (named && last.address !== address) setLast({ flash, address });
  useEffect(() => {
    if (!named) return;
    const rest = new URLSearchParams(search);
    for (const name of names) rest.delete(name);
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true });
  }, [named, names, search, navigate]);
  return last.flash;
};
