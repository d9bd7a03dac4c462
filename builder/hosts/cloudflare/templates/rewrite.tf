# The rules of rewrite.json as a resource. A zone has one ruleset of this phase: add the rules to yours if there is one.
terraform {
  required_version = ">= 1.3"
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 5.0"
    }
  }
}

variable "zone_id" {
  type = string
}

resource "cloudflare_ruleset" "country_reference" {
  zone_id = var.zone_id
  name    = "Country records"
  kind    = "zone"
  phase   = "http_request_transform"
  rules   = jsondecode(file("${path.module}/rewrite.json")).rules
}
