"""The hosts that a deployment can be written for, each by the module of its name in ``builder/hosts/``."""

from typing import Literal, get_args

HostName = Literal["cloudflare", "netlify", "vercel", "aws", "nginx", "node"]
HOSTS: tuple[HostName, ...] = get_args(HostName)
