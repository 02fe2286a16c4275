//! `GET /api/openapi.json`: the description of the interface.

use super::{models, puzzles, server, solve, stream};
use crate::body::JSON;
use crate::schema::{Fault, Refused};
use crate::words::settings;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use quarterturn::solver::{Setting, Values};
use std::sync::LazyLock;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type, schema::SchemaType};
use utoipa::{Modify, OpenApi};

struct Token;

impl Modify for Token {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("token", scheme);
    }
}

/// The settings of searches, from the library's table.
struct Table;

impl Modify for Table {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let words = components.schemas.get_mut("Words");
        if let Some(RefOr::T(Schema::Object(words))) = words {
            let properties = settings().map(|setting| (setting.name().into(), described(setting)));
            words.properties.extend(properties);
        }
    }
}

/// The schema of a setting.
fn described(setting: Setting) -> RefOr<Schema> {
    let default = match setting.default() {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    let (types, unit): (&[Type], &str) = match setting.values() {
        Values::Whole { .. } => (&[Type::Integer], ""),
        Values::Number { .. } => (&[Type::Number], ""),
        Values::Time => (
            &[Type::Number, Type::String],
            ": seconds, or a text such as `1500ms`",
        ),
        Values::Bytes => (
            &[Type::Number, Type::String],
            ": MiB, or a text such as `512MiB`",
        ),
        Values::YesNo => (&[Type::Boolean], ""),
        _ => (&[Type::String], ""),
    };
    let types = types.iter().cloned().chain([Type::Null]);
    let mut object = ObjectBuilder::new()
        .schema_type(SchemaType::Array(types.collect()))
        .description(Some(format!("{}{unit}{default}", setting.help())));
    match setting.values() {
        Values::Whole { least, most } => {
            object = object.minimum(Some(least)).maximum(Some(most));
        }
        Values::Number { least, most, .. } => {
            object = object.minimum(Some(least)).maximum(Some(most));
        }
        Values::Words(words) => object = object.enum_values(Some(words.iter().copied())),
        _ => {}
    }
    object.into()
}

#[derive(OpenApi)]
#[openapi(
    info(title = "quarterturn", description = "Solves the Rubik's cube and its relatives"),
    paths(
        solve::solve, stream::solve, puzzles::list, puzzles::one, puzzles::take, models::list, models::take,
        serve, server::health, server::metrics,
    ),
    components(schemas(Refused, Fault)),
    modifiers(&Token, &Table),
    security((), ("token" = [])),
)]
struct Api;

/// The description of the interface, in the format OpenAPI.
pub fn description() -> String {
    Api::openapi().to_json().unwrap_or_default()
}

static DESCRIPTION: LazyLock<String> = LazyLock::new(description);

/// Describes this interface
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "This description", body = Object)),
)]
pub(crate) async fn serve() -> impl IntoResponse {
    ([(CONTENT_TYPE, JSON)], DESCRIPTION.as_str())
}
